import type { WorkspaceInfo } from '../../api/types.ts';
import { getJson, workspace } from './calls.ts';
import { h } from './dom.ts';

const defaultName = 'default';
const refreshMs = 5_000;

/** Creates the list of workspaces. Selecting a workspace opens its page. */
export async function workspaceSwitch(): Promise<HTMLElement> {
  const current = workspace ?? defaultName;
  const select = h('select', { id: 'workspace' });
  const known = new Set<string>();
  const add = (names: readonly string[]): void => {
    for (const name of names) {
      if (known.has(name)) continue;
      known.add(name);
      select.append(h('option', { value: name }, name));
    }
    // While the list has the focus, removing an entry could change the user's selection.
    if (document.activeElement === select) return;
    for (const option of [...select.options]) {
      if (names.includes(option.value)) continue;
      known.delete(option.value);
      option.remove();
    }
    select.value = current;
  };
  const refresh = async (): Promise<void> => {
    const workspaces = await getJson<WorkspaceInfo[]>('/_sandbox/workspaces');
    add([...new Set([defaultName, current, ...workspaces.map(({ name }) => name)])]);
  };
  select.addEventListener('change', () => {
    const url = new URL(location.href);
    if (select.value === defaultName) url.searchParams.delete('workspace');
    else url.searchParams.set('workspace', select.value);
    location.assign(url);
  });
  await refresh();
  setInterval(() => void refresh().catch(() => {}), refreshMs);
  return h('div', { class: 'pair' }, h('label', { for: 'workspace' }, 'Workspace'), select);
}
