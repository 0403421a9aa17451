import { createSessionAuthenticator, type SessionAuthenticator } from '../features/auth/gate'
import type { LiveLinks } from '../features/connections/live-links.port'
import type { WhatsappDirectory } from '../features/contacts/whatsapp-directory'
import type { LocalSenders } from '../features/messages/outgoing/senders.port'
import { deriveProcessCallKey } from '../platform/cluster/call-signature'
import { createSharedMap, type SharedMap } from '../platform/cluster/shared-map'
import { type DatabasePools, openDatabasePools } from '../platform/database/pools'
import { deriveFileLinkSigningKeys, type FileLinkSigningKeys } from '../platform/files/file-link'
import { createMediaLinkSigner } from '../platform/files/signed-media-links'
import type { MediaLinkSigner } from '../platform/media-links'
import { createWakeUpSignals, type Signals } from '../platform/signals'
import { createWorkplace, type Workplace, type WorkplaceDependencies } from '../platform/work'
import { createSubscriberRegistry, type SubscriberRegistry } from '../realtime/subscriber-registry'
import type { AppDependencies } from './app'
import { whatsappLinksOfOtherProcesses } from './sessions/links-elsewhere'
import { whatsappDirectory } from './whatsapp-directory'

export interface AppPorts {
  readonly signals: Signals
  readonly subscribers: SubscriberRegistry
  readonly linkKeys: FileLinkSigningKeys
  readonly mediaLinks: MediaLinkSigner
  readonly pools: DatabasePools
  readonly workplace: Workplace
  readonly gate: SessionAuthenticator
  readonly links: LiveLinks
  /** Which process has which open WhatsApp link, by `connectionWakeKey`. */
  readonly openLinks: SharedMap<true>
  /** The outbox senders of this process, one for each WhatsApp link that is open in it. */
  readonly senders: LocalSenders
  readonly directory: WhatsappDirectory
}

/**
 * Dependencies that are complete only after the features are built. They are functions, which are called later,
 * and lists, which are filled later.
 */
type Later = Required<Pick<WorkplaceDependencies, 'hooks' | 'listeners' | 'livePost'>> &
  Pick<LiveLinks, 'ownLink'> &
  Pick<AppPorts, 'senders'>

const poolSize = 10

export function openAppPorts(parts: AppDependencies, { ownLink, senders, ...later }: Later): AppPorts {
  const { clock, log, secrets, node } = parts
  const signals = createWakeUpSignals(node.bus)
  const linkKeys = deriveFileLinkSigningKeys(secrets.linkSigningKey)
  const pools = openDatabasePools({
    app: parts.addresses.app,
    platform: parts.addresses.platform,
    size: poolSize,
    onError: (err) => log.warn({ err }, 'a database connection was lost'),
    metrics: parts.metrics,
  })
  const workplace = createWorkplace({ pools, clock, signals, ...later })
  const openLinks = createSharedMap<true>(node, 'links')
  const callKey = deriveProcessCallKey(secrets.tokenSigningKey)
  const linkElsewhere = whatsappLinksOfOtherProcesses({ openLinks, node, callKey, clock, log })
  const links: LiveLinks = {
    ownLink,
    link: (...connection) => ownLink(...connection) ?? linkElsewhere(...connection),
  }
  return {
    signals,
    subscribers: createSubscriberRegistry(parts.node),
    linkKeys,
    mediaLinks: createMediaLinkSigner(linkKeys, clock, parts.publicUrl),
    pools,
    workplace,
    gate: createSessionAuthenticator({
      tokenKey: secrets.tokenSigningKey,
      clock,
      workplace,
      signals,
      bus: parts.node.bus,
    }),
    links,
    openLinks,
    senders,
    directory: whatsappDirectory(workplace, links),
  }
}
