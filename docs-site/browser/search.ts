// The search: a dialog with a field and a list of results. All functions are available by keyboard.
import { element } from './element.ts';
import { type Hit, load } from './search-index.ts';

declare const STYLE: string;

/** URL of the root of the site. This script is in a folder of the root. */
const siteRoot = new URL('..', import.meta.url);

const field = element('input', {
  type: 'search',
  id: 'search-field',
  role: 'combobox',
  'aria-label': 'Search guides and references',
  'aria-autocomplete': 'list',
  'aria-controls': 'search-results',
  'aria-expanded': 'false',
  autocomplete: 'off',
  spellcheck: 'false',
  placeholder: 'Search guides, operations, fields, codes',
});
const list = element('div', {
  id: 'search-results',
  role: 'listbox',
  'aria-label': 'Results',
  hidden: '',
});
const status = element('p', { class: 'search-status', role: 'status' });
const close = element('button', { type: 'button', class: 'search-close' }, 'Close');
const dialog = element(
  'dialog',
  { class: 'search', 'aria-label': 'Search' },
  element('div', { class: 'search-top' }, field, close),
  list,
  status,
);

let options: HTMLElement[] = [];
let selectedIndex = -1;

function selectOption(index: number): void {
  options[selectedIndex]?.setAttribute('aria-selected', 'false');
  selectedIndex = index;
  const option = options[index];
  option?.setAttribute('aria-selected', 'true');
  option?.scrollIntoView({ block: 'nearest' });
  if (option === undefined) field.removeAttribute('aria-activedescendant');
  else field.setAttribute('aria-activedescendant', option.id);
}

function go(hit: Hit, inNewTab: boolean): void {
  const address = new URL(hit.address, siteRoot).href;
  if (inNewTab) {
    window.open(address, '_blank', 'noopener');
    return;
  }
  dialog.close();
  location.href = address;
}

function optionOf(hit: Hit, index: number): HTMLElement {
  const marked = hit.excerpt.map(({ text, found }) => (found ? element('mark', {}, text) : text));
  const option = element(
    'div',
    { role: 'option', id: `search-${index}`, 'aria-selected': 'false', class: 'search-hit' },
    element('span', { class: 'search-title' }, hit.title),
    element('span', { class: 'search-context' }, hit.context),
    ...(marked.length > 0 ? [element('span', { class: 'search-text' }, ...marked)] : []),
  );
  option.addEventListener('click', (event) => go(hit, event.ctrlKey || event.metaKey));
  option.addEventListener('pointermove', () => {
    if (options[selectedIndex] !== option) selectOption(options.indexOf(option));
  });
  return option;
}

let hits: Hit[] = [];

function show(found: Hit[], query: string): void {
  const groups = [...new Set(found.map(({ group }) => group))];
  hits = groups.flatMap((group) => found.filter((hit) => hit.group === group));
  options = hits.map(optionOf);
  list.replaceChildren(
    ...groups.map((group, index) =>
      element(
        'div',
        { role: 'group', 'aria-labelledby': `search-group-${index}` },
        element(
          'p',
          { id: `search-group-${index}`, class: 'search-group', role: 'presentation' },
          group,
        ),
        ...options.filter((_, at) => hits[at]?.group === group),
      ),
    ),
  );
  list.hidden = options.length === 0;
  list.scrollTop = 0;
  field.setAttribute('aria-expanded', String(options.length > 0));
  selectedIndex = -1;
  selectOption(options.length > 0 ? 0 : -1);
  status.textContent =
    query.trim() === ''
      ? ''
      : options.length === 0
        ? `No results for “${query.trim()}”.`
        : `${options.length} ${options.length === 1 ? 'result' : 'results'}`;
}

let lastSearch = 0;
async function search(): Promise<void> {
  const current = ++lastSearch;
  const query = field.value;
  try {
    const find = await load(new URL('search.json', siteRoot));
    if (current === lastSearch) show(find(query), query);
  } catch {
    status.textContent = 'The search index could not be loaded. Try again later.';
  }
}

/** Functions that return the index of the option to select, by key. */
const nextIndex: Record<string, (last: number) => number> = {
  ArrowDown: (last) => (selectedIndex >= last ? 0 : selectedIndex + 1),
  ArrowUp: (last) => (selectedIndex <= 0 ? last : selectedIndex - 1),
};

field.addEventListener('input', () => void search());
field.addEventListener('keydown', (event) => {
  const next = nextIndex[event.key];
  if (next !== undefined && options.length > 0) {
    event.preventDefault();
    selectOption(next(options.length - 1));
  } else if (event.key === 'Enter') {
    const hit = hits[selectedIndex];
    event.preventDefault();
    if (hit !== undefined) go(hit, event.ctrlKey || event.metaKey);
  }
});
// While the dialog is open, the page must not handle keys as shortcuts.
dialog.addEventListener('keydown', (event) => event.stopPropagation());
close.addEventListener('click', () => dialog.close());
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
});

const styled = new Promise<void>((resolve) => {
  const style = element('link', { rel: 'stylesheet', href: new URL(STYLE, import.meta.url).href });
  style.addEventListener('load', () => resolve());
  style.addEventListener('error', () => resolve());
  document.head.append(style);
});

/** Opens the search. When the search closes, the focus returns to the previous element. */
export async function open(): Promise<void> {
  await styled;
  if (dialog.open) return;
  if (!dialog.isConnected) document.body.append(dialog);
  dialog.showModal();
  field.focus();
  field.select();
  void search();
}
