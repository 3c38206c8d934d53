/** The parts of a request target. */
export interface Target {
  /** The path as sent, neither decoded nor normalized. */
  path: string;
  /** The part after the first `?`; no operation has a query. */
  query: string;
  /** The authority of an absolute target (`GET http://host/path`); it overrides `Host`. */
  authority: string | undefined;
}

/** Parses a request target (RFC 9112, section 3.2). */
export function parseTarget(target: string): Target {
  const absolute = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/i.exec(target);
  const [, path = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/s.exec(absolute?.[2] ?? target) ?? [];
  return { path: path === '' ? '/' : path, query, authority: absolute?.[1] };
}
