/** What the script in the page's head gives to the page. */
declare global {
  /** Ends the recording; the result repeats the last press. Absent without the script. */
  var takeEarlyPress: (() => (() => void) | undefined) | undefined;
}

/**
 * Runs before the page has any code: records the last press on a button, or of Enter in a form's line, so that a quick
 * visitor on a slow connection gets a response. A button that says something else by then, such as another price, is
 * not pressed. It also keeps the browser from sending a form by itself, which would load another page. Going back
 * meanwhile reloads the page of that address: nobody else handles it yet.
 */
export const EARLY_PRESS_SCRIPT =
  "(()=>{let p;const k=e=>{const t=e.target;if(e.type==='click'){const b=t.closest('button'),w=b?.textContent;if(b)p=()=>b.textContent===w&&b.click()}else if(e.key==='Enter'&&!e.isComposing&&t.matches('form input')){e.preventDefault();const f=t.form;p=()=>f.requestSubmit()}};addEventListener('click',k,true);addEventListener('keydown',k,true);const a=()=>location.pathname+location.search,h=a(),b=()=>{if(a()!==h)location.reload()};addEventListener('popstate',b);globalThis.takeEarlyPress=()=>{removeEventListener('click',k,true);removeEventListener('keydown',k,true);removeEventListener('popstate',b);const q=p;p=undefined;return q}})()";

/** Repeats the press made before the page became interactive, once that is rendered. */
export function replayEarlyPress(): void {
  const press = globalThis.takeEarlyPress?.();
  // Buttons that send a form become such ones right after the page has become interactive.
  if (press) setTimeout(press);
}
