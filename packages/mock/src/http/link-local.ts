import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';

// Cloud metadata services expose credentials at some of these addresses. Event receivers use none
// of them.
const blocked = new BlockList();
blocked.addSubnet('169.254.0.0', 16, 'ipv4');
blocked.addSubnet('fe80::', 10, 'ipv6');
blocked.addAddress('fd00:ec2::254', 'ipv6');
blocked.addAddress('100.100.100.200', 'ipv4');
// IPv6 addresses that contain these IPv4 addresses: NAT64 (RFC 6052) and 6to4 (RFC 3056).
blocked.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');
blocked.addAddress('64:ff9b::6464:64c8', 'ipv6');
blocked.addSubnet('2002:a9fe::', 32, 'ipv6');
blocked.addSubnet('2002:6464:64c8::', 48, 'ipv6');

/**
 * Returns whether an address is link-local (RFC 3927, RFC 4291), or another address at which a
 * cloud exposes instance metadata; `false` for host names.
 */
export function isLinkLocal(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && blocked.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Returns the host of a URL, without the brackets of an IPv6 address. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

/** Reports that a host is, or resolves to, an address to which events must not be sent. */
export class LinkLocalTarget extends Error {
  override name = 'LinkLocalTarget';
  constructor(address: string) {
    super(`${address} is a link-local or cloud metadata address, which is not a valid target`);
  }
}

type LookupCallback = (
  error: Error | null,
  address: string | LookupAddress[],
  family?: number,
) => void;
type Resolve = (name: string, options: LookupOptions, callback: LookupCallback) => void;

/**
 * Returns a `lookup` function for connections. It resolves a host name, and fails if `isLinkLocal`
 * is true for any of the addresses. The connection uses the checked addresses, so a later change in
 * the DNS has no effect.
 */
export const guardedLookup =
  (resolve: Resolve = lookup as Resolve): Resolve =>
  (name, options, callback) =>
    resolve(name, options, (error, address, family) => {
      const addresses = Array.isArray(address) ? address.map((entry) => entry.address) : [address];
      const blockedAddress = error === null ? addresses.find(isLinkLocal) : undefined;
      if (blockedAddress === undefined) callback(error, address, family);
      else callback(new LinkLocalTarget(blockedAddress), '');
    });
