import type { Clock } from '../clock'
import type { MediaLinkSigner } from '../media-links'
import { type FileLinkSigningKeys, signFileLink } from './file-link'
import { isFileKey } from './file-store'

/** Creates the signer of file links. Without a public address of the product, the links are absolute paths. */
export function createMediaLinkSigner(
  linkKeys: FileLinkSigningKeys,
  clock: Pick<Clock, 'now'>,
  publicUrl: string | undefined,
): MediaLinkSigner {
  return {
    toFile(key, name) {
      if (!isFileKey(key)) throw new Error('No key of a stored file')
      return `${publicUrl ?? ''}${signFileLink(linkKeys, key, clock.now(), name)}`
    },
  }
}
