import { test } from 'vitest'
import { patience, proven, seed } from './proof/in-tests'
import { moveBetweenCells } from './proof/move-between-cells'
import { isLong } from './src/long'

test(
  'a company with a linked number moves to another cell while messages come in and go out',
  patience,
  async () => {
    proven(await moveBetweenCells({ seed, messages: isLong ? 70_000 : 2_000 }))
  },
)
