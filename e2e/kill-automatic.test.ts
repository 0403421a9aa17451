import { test } from 'vitest'
import { botConversations } from './proof/bot-conversations'
import { campaigns } from './proof/campaigns'
import { patience, proven, seed } from './proof/in-tests'
import { isLong } from './src/long'

test(
  'BOT-01 BOT-11 four customers with a menu, an assistant, a webhook and a Typebot, the product killed meanwhile: each answer once, in order',
  patience,
  async () => {
    proven(await botConversations({ seed, customers: 4, kills: 1 }))
  },
)

test(
  'EXACTLY-ONCE CAMP-05 CAMP-07 campaigns over two numbers, the product killed meanwhile: each contact reads it once, counts right; a 463 pauses both campaigns of a number within one message',
  patience,
  async () => {
    proven(await campaigns({ seed, numbers: 2, contactsOfEach: isLong ? 30 : 12, kills: 1 }))
  },
)
