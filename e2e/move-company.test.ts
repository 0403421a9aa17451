import { test } from 'vitest'
import { patience, proven, seed } from './proof/in-tests'
import { moveBetweenCells } from './proof/move-between-cells'
import { isLong } from './src/long'

// The server's tests move a company of 2,000 messages each time.
test.runIf(isLong)(
  'a company with a linked number moves to another cell while messages come in and go out',
  patience,
  async () => {
    proven(await moveBetweenCells({ seed, messages: 70_000 }))
  },
)
