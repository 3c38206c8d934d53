import { isInstant, isSecret } from '@delivery-api/sandbox';
import { hostOf, isLinkLocal } from '../http/link-local.ts';
import { isStore, storeDescription } from '../storage/address.ts';

/** Returns an error message; `undefined` if the string has the format. */
type FormatCheck = (text: string) => string | undefined;

const httpUrl: FormatCheck = (text) => {
  const { protocol } = parseUrl(text);
  return protocol === 'http:' || protocol === 'https:'
    ? undefined
    : 'must be an http or https URL, such as http://127.0.0.1:3000';
};

const baseUrl: FormatCheck = (text) => {
  const { username, password, search, hash } = parseUrl(text);
  if (username || password)
    return 'must not contain a user name or password; the proxy forwards the token of each request';
  return search || hash ? "must not contain '?' or '#'" : httpUrl(text);
};

const webhookUrl: FormatCheck = (text) => {
  if (!URL.canParse(text)) return 'must be an absolute URL, such as http://127.0.0.1:3000/hooks';
  if (httpUrl(text) !== undefined) return 'must be an http or https URL';
  const { username, password } = parseUrl(text);
  if (username || password) return 'must not contain a user name or password';
  return isLinkLocal(hostOf(text))
    ? 'must not be a link-local or cloud metadata address'
    : undefined;
};

const parseUrl = (text: string): Partial<URL> => (URL.canParse(text) ? new URL(text) : {});

const format =
  (isValid: (text: string) => boolean, message: string): FormatCheck =>
  (text) =>
    isValid(text) ? undefined : message;

/** The custom formats that the schemas use. */
export const formats: Readonly<Record<string, FormatCheck>> = {
  'http-url': httpUrl,
  'base-url': baseUrl,
  'webhook-url': webhookUrl,
  'webhook-secret': format(
    isSecret,
    'must be whsec_ followed by the Base64 encoding of 24 to 64 bytes',
  ),
  instant: format(isInstant, 'must be a time such as 2026-11-20T18:00:00Z'),
  origin: format(
    (text) => httpUrl(text) === undefined && parseUrl(text).origin === text,
    'must be an origin without a path, such as http://localhost:4000',
  ),
  store: format(isStore, `must be ${storeDescription}`),
  'host-name': format(
    (text) => /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(text),
    'must be a host name without a port',
  ),
};
