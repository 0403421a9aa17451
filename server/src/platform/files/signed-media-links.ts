import type { Clock } from '../clock'
import type { MediaLinks } from '../media-links'
import { type LinkKeys, signLink } from './file-link'
import { isFileKey } from './file-store'

/** Links to files under the address at which people reach the product; without one they begin at the root. */
export function signedMediaLinks(
  linkKeys: LinkKeys,
  clock: Pick<Clock, 'now'>,
  publicUrl: string | undefined,
): MediaLinks {
  return {
    toFile(companyId, key, name) {
      // The last line of defence: a row that names another company's file is a bug, and must not become a link.
      if (!isFileKey(key) || !key.startsWith(`${companyId}/`)) throw new Error('No file of this company')
      return `${publicUrl ?? ''}${signLink(linkKeys, key, clock.now(), name)}`
    },
  }
}
