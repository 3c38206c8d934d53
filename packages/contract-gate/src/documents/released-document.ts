import type { InterfaceName } from '@delivery-api/specs/contract';
import type { Repository } from '../repository/repository.ts';
import { type LoadedDocument, readDocument } from './document.ts';
import { documentFile, releasedFolder } from './release-hashes.ts';

/**
 * Returns the last released bundle of an interface; undefined before the first release. A
 * pre-release after a stable release does not replace the stable bundle.
 */
export function releasedDocument(
  repository: Repository,
  name: InterfaceName,
): LoadedDocument | undefined {
  const file = `${releasedFolder}/${documentFile(name)}`;
  const text = repository.readIfExists(file);
  return text === undefined ? undefined : readDocument(text, file);
}
