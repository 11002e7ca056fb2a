type Field = HTMLInputElement | HTMLTextAreaElement;

const isSwitch = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

/** Writes as a key does: React, which watches the field's own setter, must take it for news. */
function write(field: Field, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!;
  set!.call(field, text);
}

function replayText(field: Field): void {
  const text = field.value;
  const [from, to] = [field.selectionStart, field.selectionEnd];
  field.value = field.defaultValue;
  write(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  // Back to where the visitor was writing, once the components have drawn the text themselves.
  if (field !== document.activeElement || from === null) return;
  queueMicrotask(() => field.value === text && field.setSelectionRange(from, to));
}

function replaySwitch(field: HTMLInputElement): void {
  field.checked = field.defaultChecked;
  field.click();
}

/**
 * Reports input typed before the page became interactive (by a quick visitor, or by a browser that restores fields), as
 * if it were typed now. At first React leaves the fields' content, without telling the components, and empties them on
 * the next render.
 */
export function replayEarlyInput(): void {
  for (const field of document.querySelectorAll<Field>('input, textarea')) {
    if (!isSwitch(field)) {
      if (field.type !== 'hidden' && field.type !== 'file' && field.value !== field.defaultValue)
        replayText(field);
    } else if (field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox')) {
      replaySwitch(field);
    }
  }
}
