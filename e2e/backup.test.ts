import { test } from 'vitest'
import { backupUnderLoad } from './proof/backup-under-load'
import { patience, proven, seed } from './proof/in-tests'

test(
  'a backup amid messages has all that was acknowledged before, and restores into a product',
  patience,
  async () => {
    proven(await backupUnderLoad({ seed, perSecond: 20, seconds: 9, messages: 1_000 }))
  },
)
