// The architecture as data (docs/architecture.md, sections 1 and 3): the folder of each room, and the doors that it may
// use. A door is a room, or a part of one: `outside/*/port` is the file `port.ts` in any folder of `outside`, and
// `whatsapp/gateway` one file.

/** Rooms by the folder that holds them. */
export const rooms = {
  domain: 'packages/domain/src',
  contract: 'packages/contract/src',
  whatsapp: 'packages/whatsapp/src',
  'whatsapp-cloud': 'packages/whatsapp-cloud/src',
  simulator: 'packages/whatsapp-simulator/src',
  database: 'server/database',
  platform: 'server/src/platform',
  outside: 'server/src/outside',
  features: 'server/src/features',
  realtime: 'server/src/realtime',
  processes: 'server/src/processes',
  web: 'web/src',
  e2e: 'e2e',
  bench: 'bench',
  tools: 'tools',
}

/**
 * The permitted imports of a room besides itself. Nothing else is allowed.
 * @type {Record<keyof typeof rooms, string[]>}
 */
export const arrows = {
  domain: [],
  contract: ['domain'],
  whatsapp: ['domain'],
  'whatsapp-cloud': ['domain', 'whatsapp/gateway', 'whatsapp/ports'],
  simulator: [],
  database: ['domain', 'contract', 'platform', 'features', 'whatsapp/gateway'],
  platform: ['domain', 'contract'],
  outside: ['domain', 'platform/egress'],
  features: ['domain', 'contract', 'platform', 'whatsapp/gateway', 'whatsapp/ports', 'outside/*/port'],
  realtime: ['domain', 'contract', 'platform'],
  processes: [
    'domain',
    'contract',
    'platform',
    'features',
    'realtime',
    'whatsapp',
    'whatsapp-cloud',
    'outside',
    'database',
  ],
  web: ['domain', 'contract'],
  e2e: [
    'domain',
    'contract',
    'simulator',
    'platform',
    'features',
    'processes',
    'database',
    'whatsapp',
    'whatsapp-cloud',
    'web',
    'tools',
  ],
  tools: ['simulator', 'database', 'platform'],
  bench: [
    'domain',
    'contract',
    'simulator',
    'platform',
    'features',
    'processes',
    'database',
    'whatsapp',
    'whatsapp-cloud',
    'e2e',
    'tools',
  ],
}

/**
 * Rooms whose external packages are few on purpose; the others may use those of their package.json.
 * @type {Partial<Record<keyof typeof rooms, string[]>>}
 */
export const packagesOf = {
  domain: [],
  contract: ['zod'],
}

/**
 * Packages that one folder imports, by the beginning of their names: everything else uses its components, so that buttons
 * and fields have one style.
 */
export const packageHomes = { '@mui/': 'web/src/ui', '@emotion/': 'web/src/ui' }

/** Rooms that also run in a browser, where Node's own modules do not exist.
 *  @type {(keyof typeof rooms)[]} */
export const withoutNode = ['domain', 'contract', 'web']

/**
 * The permitted imports of a feature from another one, by the end of the file's name, besides its verbs, which are the
 * files with plain names, and the names of its types.
 */
export const featureDoors = ['.read', '.access', '.view', '.hooks', '.events']

/** A feature of the web imports nothing from another one; `app` combines them. */
export const webLayers = {
  'web/src/app': ['web/src/features', 'web/src/ui', 'web/src/lib'],
  'web/src/features': ['web/src/ui', 'web/src/lib'],
  'web/src/ui': ['web/src/lib'],
  'web/src/lib': [],
}

/** Files that may act over all companies (`withPlatform`): row security does not guard these acts, so they are few. */
export const platformActs = [
  'server/src/platform/',
  'server/src/realtime/delivery', // deletes the events that a dead process left
  'server/src/features/auth/',
  'server/src/features/signup/',
  'server/src/features/support/', // where a user is as support, over all companies
  'server/src/features/companies/',
  'server/src/features/plans/',
  'server/src/features/official-numbers/', // one webhook and one register of numbers for all companies
  'server/src/features/connections/connection-token.ts', // a token that moved in names no company
  'server/src/features/helps/',
  'server/src/features/announcements/',
  'server/src/features/backups/', // the owners of the platform, in any company
  'server/src/features/message-prices/', // one table of prices for all companies
  'server/src/features/audit/',
  'server/src/features/billing/',
  // the demo company, created before any sign-in is possible
  'server/database/demo/',
  // purging of queues and start of connections
  'server/src/processes/',
]
