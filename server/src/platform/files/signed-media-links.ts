import type { Clock } from '../clock'
import type { MediaLinks } from '../media-links'
import { type LinkKeys, signLink } from './file-link'
import { isFileKey } from './file-store'

/**
 * Creates links to files under the product's public address. Without a public address they are absolute
 * paths.
 */
export function signedMediaLinks(
  linkKeys: LinkKeys,
  clock: Pick<Clock, 'now'>,
  publicUrl: string | undefined,
): MediaLinks {
  return {
    toFile(key, name) {
      if (!isFileKey(key)) throw new Error('No key of a stored file')
      return `${publicUrl ?? ''}${signLink(linkKeys, key, clock.now(), name)}`
    },
  }
}
