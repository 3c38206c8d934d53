import type { InterfaceName } from '@delivery-api/specs/contract';
import { interfaces } from '../site.ts';

/** A published state of the site and its folder. */
export interface Edition {
  /** A tag, or `HEAD`. */
  ref: string;
  /** `''` is the root. */
  folder: string;
  /** The interface that an older edition documents; `undefined` for the root. */
  interface?: InterfaceName;
}

/** A published major version of an interface. */
export interface PublishedVersion {
  version: string;
  /** Path of its reference, relative to the root of the site. */
  path: string;
}

/** The editions of a site, and the versions of each interface, newest first. */
export interface Editions {
  editions: Edition[];
  versions: Record<InterfaceName, PublishedVersion[]>;
}

const released = /^(lastmile|marketplace)@((\d+)\.\d+\.\d+)$/;

/**
 * Selects the editions to publish. The newest release is at the root. An older major version of an
 * interface stays available as a whole site in a folder such as `lastmile-v1/`, built from its
 * newest release. Release candidates are not published. Without a release, the current state is at
 * the root.
 *
 * @param tags names of tags, oldest first
 */
export function selectEditions(tags: readonly string[]): Editions {
  const newest: Record<InterfaceName, Map<number, { ref: string; version: string }>> = {
    lastmile: new Map(),
    marketplace: new Map(),
  };
  let root = 'HEAD';
  for (const tag of tags) {
    const [ref, name, version = '', major] = released.exec(tag) ?? [];
    if (ref === undefined) continue;
    newest[name as InterfaceName].set(Number(major), { ref, version });
    root = ref;
  }
  const editions: Edition[] = [{ ref: root, folder: '' }];
  const versions = { lastmile: [], marketplace: [] } as Editions['versions'];
  for (const name of interfaces) {
    const majors = [...newest[name]].sort(([one], [other]) => other - one);
    for (const [position, [major, { ref, version }]] of majors.entries()) {
      const folder = position === 0 ? '' : `${name}-v${major}`;
      if (folder !== '') editions.push({ ref, folder, interface: name });
      versions[name].push({ version, path: folder === '' ? `${name}/` : `${folder}/${name}/` });
    }
  }
  return { editions, versions };
}
