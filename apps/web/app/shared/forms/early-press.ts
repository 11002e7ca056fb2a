/** What the script in the page's head gives to the page. */
declare global {
  /** Ends the remembering; what it returns presses again what was pressed last. Absent where the script is. */
  var takeEarlyPress: (() => (() => void) | undefined) | undefined;
}

/**
 * Runs before the page has any code: remembers the last press on a button, or of Enter in a line of a form, so that
 * a quick visitor on a slow line is not left without an answer. A button that says something else by then, such as
 * another price, is not pressed. It also keeps the browser from sending a form by itself, which would load another
 * page. Whoever goes back meanwhile gets the page of that address anew: nobody else hears of it yet.
 */
export const EARLY_PRESS_SCRIPT =
  "(()=>{let p;const k=e=>{const t=e.target;if(e.type==='click'){const b=t.closest('button'),w=b?.textContent;if(b)p=()=>b.textContent===w&&b.click()}else if(e.key==='Enter'&&!e.isComposing&&t.matches('form input')){e.preventDefault();const f=t.form;p=()=>f.requestSubmit()}};addEventListener('click',k,true);addEventListener('keydown',k,true);const a=()=>location.pathname+location.search,h=a(),b=()=>{if(a()!==h)location.reload()};addEventListener('popstate',b);globalThis.takeEarlyPress=()=>{removeEventListener('click',k,true);removeEventListener('keydown',k,true);removeEventListener('popstate',b);const q=p;p=undefined;return q}})()";

/** Presses again what was pressed before the page became interactive, once that has been drawn. */
export function replayEarlyPress(): void {
  const press = globalThis.takeEarlyPress?.();
  // Buttons that send a form become such ones right after the page has become interactive.
  if (press) setTimeout(press);
}
