import { attribute, children, need, node } from '../wire/nodes'
import { contactAt } from '../world'
import type { IqHandlers } from './iq'

/** `readreceipts: all` makes the product send `read` and not `read-self`. */
const PRIVACY = ['readreceipts', 'last', 'online', 'profile', 'status', 'groupadd', 'calladd', 'messages']

/** Queries of a product after login, and small queries without state. */
export const settingsHandlers: IqHandlers = {
  'get abt props': () => [node('props', { protocol: '1', hash: 'simulated', refresh: '86400' }, [])],
  'get blocklist ': () => [node('list', {}, [])],
  'get privacy privacy': () => [
    node(
      'privacy',
      {},
      PRIVACY.map((name) => node('category', { name, value: 'all' })),
    ),
  ],
  'set privacy tokens': () => [node('tokens', {}, [])],
  'get w:p ping': () => [],
  /** The ping of WhatsApp Web and zapo is empty; Baileys puts `<ping/>` inside. */
  'get w:p ': () => [],
  'get w:profile:picture picture': (service, _connection, iq) => {
    const contact = contactAt(service.world, attribute(iq, 'target'))
    if (!contact?.picture) return { code: '404', text: 'item-not-found' }
    const url = `https://${service.media.hostname}/pictures/${contact.phone}`
    return [node('picture', { url, type: 'preview', id: '1' })]
  },
  /** Collections are returned at the product's version: nothing to apply. */
  'set w:sync:app:state sync': (_service, _connection, iq) => {
    const collections = children(need(iq, 'sync'), 'collection').map(({ attrs }) =>
      node('collection', {
        name: attrs.name ?? '',
        version: attrs.version ?? '0',
        has_more_patches: 'false',
      }),
    )
    return [node('sync', {}, collections)]
  },
}
