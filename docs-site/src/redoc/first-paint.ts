import postcss, { type Declaration } from 'postcss';
import { BuildDocsChanged } from './expect.ts';

const isVariable = ({ prop }: Declaration): boolean => prop.startsWith('--');
const namesIn = (text: string): string[] =>
  Array.from(text.matchAll(/var\(\s*(--[\w-]+)/g), ([, name]) => name as string);

/**
 * The style of the rendered overview without the variables that nothing on it asks for. Redoc
 * defines some 2,900 at the root, of which an overview needs
 * a fifth, and every page pays for all of them before it is painted first. The library writes its
 * whole set anew when it takes the page over.
 *
 * @param style what `build-docs` wrote
 * @param others further styles of the page, which may ask for variables too
 * @throws {BuildDocsChanged} when there is hardly anything to leave out
 */
export function firstPaintStyle(style: string, others: string): string {
  const root = postcss.parse(style);
  const values = new Map<string, string[]>();
  const needed = new Set<string>();
  const need = (text: string): void => {
    for (const name of namesIn(text)) {
      if (needed.has(name)) continue;
      needed.add(name);
      for (const value of values.get(name) ?? []) need(value);
    }
  };
  const asked: string[] = [others];
  root.walkDecls((declaration) => {
    if (isVariable(declaration))
      values.set(declaration.prop, [...(values.get(declaration.prop) ?? []), declaration.value]);
    else asked.push(declaration.value);
  });
  for (const text of asked) need(text);
  root.walkDecls((declaration) => {
    if (isVariable(declaration) && !needed.has(declaration.prop)) declaration.remove();
  });
  const unneeded = [...values.keys()].filter((name) => !needed.has(name)).length;
  if (unneeded < values.size / 2)
    throw new BuildDocsChanged(
      'the variables',
      `are nearly all in use: ${unneeded} of ${values.size} are not`,
    );
  return root.toString();
}
