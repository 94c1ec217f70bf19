import { typeInto } from '../lib/browser/type-into';

/** Controls that `public/theme.js` notes when they are pressed. */
const CONTROLS = 'button, input[type="radio"], [role="radio"], [role="tab"], [role="switch"], form';
/** What has been pressed and submitted, in its order; `public/theme.js` marks it. */
const DONE = '[data-pressed], [data-submitted]';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Does in `to` what the visitor has done in `from`, a screen that the build has rendered. */
export function carryOver(from: Element, to: Element): void {
  repeat(from, to, (element) => !isOfForm(element));
  if (from.querySelector('form') === null) return;
  const repeatForm = () => {
    if (to.querySelector('form') === null) return false;
    repeat(from, to, isOfForm);
    return true;
  };
  if (repeatForm()) return;
  // The server has not said yet how users log in, and the form begins when it has.
  const { pathname } = location;
  const observer = new MutationObserver(() => {
    if (location.pathname !== pathname || repeatForm()) observer.disconnect();
  });
  observer.observe(to, { childList: true, subtree: true });
}

/** Whether it belongs to a form, as its fields and the tabs around it do. */
function isOfForm(element: Element): boolean {
  return element.closest('form') !== null || isTab(element);
}

function isTab(element: Element): boolean {
  return element.getAttribute('role') === 'tab';
}

function repeat(from: Element, to: Element, isMeant: (element: Element) => boolean): void {
  const done = [...from.querySelectorAll<HTMLElement>(DONE)].filter(isMeant).sort(byOrder);
  // A tab says what its fields are for, and empties them for that: it comes before what was typed into them.
  const tabs = done.filter(isTab);
  for (const old of tabs) twinOf(old, from, to)?.click();
  for (const old of from.querySelectorAll<Field>('input[name], textarea[name]')) {
    if (isMeant(old)) repeatField(old, to);
  }
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && from.contains(focused) && isMeant(focused))
    twinOf(focused, from, to)?.focus();
  press(done.filter((old) => !tabs.includes(old)).map((old) => twinOf(old, from, to)));
}

function byOrder(a: HTMLElement, b: HTMLElement): number {
  const order = ({ dataset }: HTMLElement) => Number(dataset.pressed ?? dataset.submitted);
  return order(a) - order(b);
}

/** Each when the screen shows what the one before has changed. */
function press([first, ...rest]: (HTMLElement | undefined)[]): void {
  if (first === undefined && rest.length === 0) return;
  setTimeout(() => {
    if (first instanceof HTMLFormElement) first.requestSubmit();
    else first?.click();
    press(rest);
  });
}

/** The control of `to` that has the name of one in `from`, and the same place among those of this name. */
function twinOf(control: HTMLElement, from: Element, to: Element): HTMLElement | undefined {
  const name = nameOf(control);
  const named = (screen: Element) =>
    [...screen.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) => nameOf(one) === name);
  return named(to)[named(from).indexOf(control)];
}

/** What a control is called; one whose words change with what it does has a name in `data-control`. */
function nameOf(control: Element): string {
  if (control instanceof HTMLFormElement) return 'form';
  return (
    control.getAttribute('data-control') ??
    control.getAttribute('aria-label') ??
    control.textContent ??
    ''
  );
}

function repeatField(old: Field, to: Element): void {
  const field = to.querySelector<Field>(`${old.localName}[name="${old.name}"]`);
  // A press on one of several is noted as such.
  if (field === null || old.type === 'radio') return;
  // The value of a box is what it stands for, not what the visitor did: a box without one says `on`.
  if (old instanceof HTMLInputElement && old.type === 'checkbox') {
    const isTouched = old.checked !== old.defaultChecked;
    if (isTouched && old.checked !== (field as HTMLInputElement).checked) field.click();
  } else if (old.value !== old.defaultValue) typeInto(field, old.value);
  if (old !== document.activeElement) return;
  field.focus();
  // Fields for an address have no selection.
  if (old.selectionStart !== null) field.setSelectionRange(old.selectionStart, old.selectionEnd);
}
