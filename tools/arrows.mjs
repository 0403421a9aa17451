// The architecture as data (docs/architecture.md, sections 1 and 3): where each room lies, and which doors it may go through.
// A door is a room, or a part of one: `outside/*/port` is the file `port.ts` in any folder of `outside`, and
// `whatsapp/gateway` one file.

/** Rooms by the folder that holds them. */
export const rooms = {
  domain: 'packages/domain/src',
  contract: 'packages/contract/src',
  whatsapp: 'packages/whatsapp/src',
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

/** What a room may import besides itself. Nothing else is allowed.
 *  @type {Record<keyof typeof rooms, string[]>} */
export const arrows = {
  domain: [],
  contract: ['domain'],
  whatsapp: ['domain'],
  simulator: [],
  database: ['domain', 'contract', 'platform', 'features', 'whatsapp/gateway'],
  platform: ['domain', 'contract'],
  outside: ['domain', 'platform/egress'],
  features: ['domain', 'contract', 'platform', 'whatsapp/gateway', 'whatsapp/ports', 'outside/*/port'],
  realtime: ['domain', 'contract', 'platform'],
  processes: ['domain', 'contract', 'platform', 'features', 'realtime', 'whatsapp', 'outside', 'database'],
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
    'e2e',
    'tools',
  ],
}

/** Rooms whose outside packages are few on purpose; the others take what their package.json lists.
 *  @type {Partial<Record<keyof typeof rooms, string[]>>} */
export const packagesOf = {
  domain: [],
  contract: ['zod'],
}

/** Rooms that also run in a browser, where Node's own modules do not exist.
 *  @type {(keyof typeof rooms)[]} */
export const withoutNode = ['domain', 'contract', 'web']

/** What a feature may import of another one, by the end of the file's name, besides its verbs, which are the files with
 *  plain names, and the names of its types. */
export const featureDoors = ['.read', '.access', '.view', '.hooks', '.events']

/** What a feature of the web may import of another one: nothing; `app` brings them together. */
export const webLayers = {
  'web/src/app': ['web/src/features', 'web/src/ui', 'web/src/lib'],
  'web/src/features': ['web/src/ui', 'web/src/lib'],
  'web/src/ui': ['web/src/lib'],
  'web/src/lib': [],
}

/** Who may act over all companies (`withPlatform`): row security does not guard these acts, so they are few. */
export const platformActs = [
  'server/src/platform/',
  'server/src/realtime/delivery', // sweeps the events that a dead process left
  'server/src/features/auth/',
  'server/src/features/signup/',
  'server/src/features/support/', // where a person is as support, over all companies
  'server/src/features/companies/',
  'server/src/features/plans/',
  'server/src/features/helps/',
  'server/src/features/announcements/',
  'server/src/features/audit/',
  'server/src/features/billing/',
  // the demo company, made before anybody can sign in
  'server/database/demo/',
  // queue purgeers and session boot
  'server/src/processes/',
]
