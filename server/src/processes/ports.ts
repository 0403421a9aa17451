import { createGate, type SessionGate } from '../features/auth/gate'
import type { LiveLinks } from '../features/connections/live-links.port'
import type { WhatsappDirectory } from '../features/contacts/whatsapp-directory'
import type { Senders } from '../features/messages/outgoing/senders.port'
import { openPools, type Pools } from '../platform/database/pools'
import { type LinkKeys, linkKeysOf } from '../platform/files/file-link'
import { signedMediaLinks } from '../platform/files/signed-media-links'
import type { MediaLinks } from '../platform/media-links'
import { createSignals, type Signals } from '../platform/signals'
import { createWorkplace, type Workplace, type WorkplaceDependencies } from '../platform/work'
import { createSubscriberRegistry, type SubscriberRegistry } from '../realtime/subscriber-registry'
import type { AppDependencies } from './app'
import { whatsappDirectory } from './whatsapp-directory'

/** The adapters on which features and roles are built. */
export interface Ports {
  readonly signals: Signals
  readonly subscribers: SubscriberRegistry
  readonly linkKeys: LinkKeys
  readonly mediaLinks: MediaLinks
  readonly pools: Pools
  readonly workplace: Workplace
  readonly gate: SessionGate
  /** The open WhatsApp links of this process. */
  readonly links: LiveLinks
  /** Its senders, one for each. */
  readonly senders: Senders
  readonly directory: WhatsappDirectory
}

/** Dependencies that exist only after the features are built; they are read when an act runs. */
type Later = Required<Pick<WorkplaceDependencies, 'hooks' | 'listeners' | 'livePost'>> &
  Pick<Ports, 'links' | 'senders'>

const poolSize = 10

export function openPorts(parts: AppDependencies, { links, senders, ...later }: Later): Ports {
  const { clock, log, secrets } = parts
  const signals = createSignals(parts.node.bus)
  const linkKeys = linkKeysOf(secrets.linkSigningKey)
  const pools = openPools({
    app: parts.addresses.app,
    platform: parts.addresses.platform,
    size: poolSize,
    onError: (err) => log.warn({ err }, 'a database connection was lost'),
  })
  const workplace = createWorkplace({ pools, clock, signals, ...later })
  return {
    signals,
    subscribers: createSubscriberRegistry(),
    linkKeys,
    mediaLinks: signedMediaLinks(linkKeys, clock, parts.publicUrl),
    pools,
    workplace,
    gate: createGate({ tokenKey: secrets.tokenSigningKey, clock, workplace, signals }),
    links,
    senders,
    directory: whatsappDirectory(workplace, links),
  }
}
