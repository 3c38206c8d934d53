import { isIP } from 'node:net';
import { Refusal } from './refusal.ts';

const wildcards: readonly string[] = ['0.0.0.0', '::', ''];

/**
 * Makes the check that keeps a web page from talking to the mock on its reader's machine: `Host` has to be a name that leads here anyway (against
 * DNS rebinding), and `Origin`, which browsers send with everything but plain reads, has to be the mock itself.
 *
 * @param bound the name or address that the mock listens on; on a wildcard address any IP address and any name without a dot will do
 */
export function createGuard(bound: string): (host: string | undefined, origin: string | undefined) => void {
  const isAllowed = (name: string): boolean =>
    isLoopbackName(name) || name === bound.toLowerCase() || (wildcards.includes(bound) && (isIP(name) !== 0 || /^[a-z0-9_-]+$/.test(name)));
  return (host, origin) => {
    const name = hostName(host ?? '');
    if (name === undefined || !isAllowed(name)) {
      throw refused(
        'Host',
        `This mock does not answer to the host '${host ?? ''}'. Call it as 127.0.0.1 or localhost, or start it with --host.`,
      );
    }
    if (origin !== undefined && origin.toLowerCase() !== `http://${(host ?? '').toLowerCase()}`) {
      throw refused(
        'Origin',
        `This mock does not answer web pages of other origins ('${origin}'). Call it from a program; tokens do not belong in browsers.`,
      );
    }
  };
}

/** Whether only this machine can reach what listens there. */
export const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(name) || name === '::1';

/** The name of `name`, `name:port` or `[address]:port`, in lower case. */
function hostName(host: string): string | undefined {
  const [, address, name] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? [];
  return address ?? name;
}

const refused = (header: string, message: string): Refusal =>
  new Refusal('invalid_parameter', message, { faults: [{ header, code: 'not_allowed', message }] });
