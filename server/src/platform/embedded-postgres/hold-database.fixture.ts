// A product that starts its database, tells where it is, and waits to be killed: `tsx hold-database.fixture.ts FOLDER`.
import { startEmbeddedPostgres } from './start-embedded-postgres'

const log = { info: () => undefined, warn: () => undefined }
const folder = process.argv[2] ?? ''
const database = await startEmbeddedPostgres({
  folder,
  ownerPassword: 'a-password',
  log,
  settings: { fsync: 'off' },
})
process.once('SIGTERM', () => database.stop())
process.once('SIGUSR2', () => process.exit(1)) // as after an error that nobody caught
// Last: whoever reads it may send a signal at once, and one without a listener ends us without an `exit`.
process.stdout.write(`${JSON.stringify({ ownerUrl: database.ownerUrl, adopted: database.adopted })}\n`)
