// Tabs for samples in several languages. A choice applies to all samples and to later pages. The
// style sheet hides the other languages. Without scripts, all languages are visible.
import { store } from './stored.ts';

const root = document.documentElement;
const groups = [...document.querySelectorAll<HTMLElement>('.tabs')];
const tabsOf = (group: Element): HTMLButtonElement[] => [
  ...group.querySelectorAll<HTMLButtonElement>('[role="tab"]'),
];

/** Returns the tab whose sample is visible: that of the selected language, or the first one. */
function selected(group: Element): HTMLButtonElement | undefined {
  const tabs = tabsOf(group);
  return tabs.find(({ dataset }) => dataset.language === root.dataset.language) ?? tabs[0];
}

function update(): void {
  for (const group of groups)
    for (const tab of tabsOf(group)) {
      const isSelected = tab === selected(group);
      tab.setAttribute('aria-selected', String(isSelected));
      tab.tabIndex = isSelected ? 0 : -1;
    }
}

/** Selects a language. The tab keeps its position in the window. */
function selectTab(tab: HTMLButtonElement): void {
  const before = tab.getBoundingClientRect().top;
  const language = tab.dataset.language ?? '';
  root.dataset.language = language;
  store('language', language);
  update();
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}

/** Functions that return the index of the tab to focus, by key. */
const nextIndex: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

for (const [number, group] of groups.entries()) {
  const tabs = tabsOf(group);
  const panels = [...group.querySelectorAll<HTMLElement>('.sample')];
  for (const [index, tab] of tabs.entries()) {
    const panel = panels[index];
    tab.id = `tab-${number}-${index}`;
    if (panel !== undefined) {
      panel.id = `panel-${number}-${index}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', tab.id);
      tab.setAttribute('aria-controls', panel.id);
    }
    tab.addEventListener('click', () => selectTab(tab));
    tab.addEventListener('keydown', (event) => {
      const next = tabs[nextIndex[event.key]?.(index, tabs.length) ?? -1];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
      selectTab(next);
    });
  }
}
update();
