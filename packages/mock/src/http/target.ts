/** Where a request is aimed at. */
export interface Target {
  /** The path as it was sent, neither decoded nor tidied up. */
  path: string;
  /** What follows the first `?`; no operation has one. */
  query: string;
  /**
   * Host and port of an absolute target (`GET http://host/path`), which then counts instead of the
   * header `Host`.
   */
  authority: string | undefined;
}

/** Takes the request target (RFC 9112, section 3.2) apart. */
export function parseTarget(target: string): Target {
  const absolute = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/i.exec(target);
  const [, path = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/s.exec(absolute?.[2] ?? target) ?? [];
  return { path: path === '' ? '/' : path, query, authority: absolute?.[1] };
}
