// The thread's program when the product runs from its sources (tests, npm run dev): Node 20 gives threads no loader of
// their own. The bundle has spreadsheet-worker.js instead.
import { register } from 'tsx/esm/api'

register()
await import('./spreadsheet-worker.ts')
