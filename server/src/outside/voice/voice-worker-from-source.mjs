// The thread's program when the product runs from its sources (tests, npm run dev): Node 20 gives threads no loader of
// their own. The bundle has voice-worker.js instead.
import { register } from 'tsx/esm/api'

register()
await import('./voice-worker.ts')
