type Attributes = Record<string, string | true | undefined>;
type Child = Node | string | undefined;

/** Creates an element. Inserts strings in `children` as text, not as markup. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  return fill(document.createElement(tag), attributes, children);
}

/** Creates an SVG element, in the same way as `h`. */
export function s<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[Tag] {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function fill<Own extends Element>(element: Own, attributes: Attributes, children: Child[]): Own {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(name, value === true ? '' : value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

export function button(
  text: string,
  act: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const element = h('button', { type: 'button', ...attributes }, text);
  element.addEventListener('click', act);
  return element;
}

/** Sets the text of an element if it differs from the current text. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}.`);
  return element;
}

/** Creates an element that shows the time of day of an instant, in UTC. */
export const time = (instant: string): HTMLTimeElement =>
  h('time', { datetime: instant, title: instant }, instant.slice(11, 19));

export interface Entry<Item> {
  element: HTMLElement;
  update?: (item: Item) => void;
}

/**
 * Returns a function that updates a list. The function reuses the elements of existing entries, so
 * that focus and open details are kept.
 *
 * @param none element to show while the list is empty
 */
export function liveList<Item>(
  list: HTMLElement,
  none: HTMLElement,
  keyOf: (item: Item) => string,
  make: (item: Item) => Entry<Item>,
): (items: readonly Item[]) => void {
  const entries = new Map<string, Entry<Item> & { last: string }>();
  return (items) => {
    none.hidden = items.length > 0;
    list.hidden = items.length === 0;
    const keys = new Set(items.map(keyOf));
    for (const [key, { element }] of entries) {
      if (keys.has(key)) continue;
      element.remove();
      entries.delete(key);
    }
    let nextElement: Element | null = list.firstElementChild;
    for (const item of items) {
      const last = JSON.stringify(item);
      let entry = entries.get(keyOf(item));
      if (entry === undefined) {
        entry = { ...make(item), last };
        entries.set(keyOf(item), entry);
        entry.update?.(item);
      } else if (entry.last !== last) {
        entry.last = last;
        entry.update?.(item);
      }
      if (entry.element === nextElement) nextElement = nextElement.nextElementSibling;
      else list.insertBefore(entry.element, nextElement);
    }
  };
}
