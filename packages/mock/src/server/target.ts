/** Where a request is aimed at. */
export interface Target {
  /** The path as it was sent, neither decoded nor tidied up. */
  path: string;
  /** Host and port of an absolute target (`GET http://host/path`), which then counts instead of the header `Host`. */
  authority: string | undefined;
}

/** Takes the request target (RFC 9112, section 3.2) apart. The query is left out: no operation has one. */
export function parseTarget(target: string): Target {
  const absolute = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/i.exec(target);
  const rest = absolute?.[2] ?? target;
  const path = rest.replace(/[?#].*$/s, '');
  return { path: path === '' ? '/' : path, authority: absolute?.[1] };
}
