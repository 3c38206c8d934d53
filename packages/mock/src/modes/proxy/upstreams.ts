import { type InterfaceName, MockError } from '../../public.ts';

/**
 * The base addresses without the slash at their end.
 *
 * @throws {MockError} where one is no http or https address, or carries more than one
 */
export function checkUpstreams(
  upstreams: unknown,
  known: readonly InterfaceName[],
): Map<InterfaceName, string> {
  const entries =
    typeof upstreams === 'object' && upstreams !== null
      ? Object.entries(upstreams).filter(([, url]) => url !== undefined)
      : [];
  if (entries.length === 0)
    throw new MockError(
      "upstreams: expected at least one, such as { lastmile: 'http://127.0.0.1:3000' }.",
    );
  return new Map(
    entries.map(([key, url]) => {
      const name = known.find((one) => one === key);
      if (name === undefined)
        throw new MockError(`upstreams: expected ${known.join(' or ')}, not '${key}'.`);
      return [name, baseAddress(name, url)];
    }),
  );
}

function baseAddress(name: InterfaceName, text: unknown): string {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new MockError(
      `upstreams.${name}: expected an http or https address, such as http://127.0.0.1:3000.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new MockError(
      `upstreams.${name}: leave the user and password out; the token of each request is passed on.`,
    );
  if (url.search !== '' || url.hash !== '')
    throw new MockError(`upstreams.${name}: the base address has no '?' and no '#'.`);
  return url.href.replace(/\/+$/, '');
}
