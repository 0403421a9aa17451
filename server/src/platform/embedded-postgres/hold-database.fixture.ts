// Tests kill this process. It starts a database, prints its address and waits: `tsx hold-database.fixture.ts FOLDER`
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
process.once('SIGUSR2', () => process.exit(1)) // exits in the same way as after an uncaught error
// Printed after the listeners are set: the reader may send a signal at once, and a signal without a listener ends the
// process without an `exit` event.
process.stdout.write(`${JSON.stringify({ ownerUrl: database.ownerUrl, adopted: database.adopted })}\n`)
