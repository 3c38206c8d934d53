import type { InterfaceName } from '@delivery-api/specs/contract';
import { type LoadedDocument, readDocument } from './document.ts';
import type { Repository } from '../repository/repository.ts';
import { documentFile, releasedFolder } from './release-hashes.ts';

/** The last released bundle of an interface; undefined before the first release. */
export function releasedDocument(
  repository: Repository,
  name: InterfaceName,
): LoadedDocument | undefined {
  const file = `${releasedFolder}/${documentFile(name)}`;
  return repository.exists(file) ? readDocument(repository.read(file), file) : undefined;
}
