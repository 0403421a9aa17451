import { expect, it } from 'vitest'
import { contactId } from '../../../testing/ticket-makers'
import { groupReactions } from './reaction-chips'

const at = '2026-11-20T12:00:00.000Z'
const theirs = (emoji: string, name: string) => ({
  emoji,
  fromMe: false,
  contact: { id: contactId(1), name },
  user: null,
  createdAt: at,
})
const ours = (emoji: string, name: string | null) => ({
  emoji,
  fromMe: true,
  contact: null,
  user: name === null ? null : { id: 1, name },
  createdAt: at,
})

it('groups equal emojis with their count, the most used first, ours marked', () => {
  const groups = groupReactions([theirs('❤️', 'Rui'), theirs('👍', 'Bia'), ours('👍', 'Ana')])

  expect(groups).toEqual([
    { emoji: '👍', count: 2, isOurs: true, names: ['Bia', 'Ana'] },
    { emoji: '❤️', count: 1, isOurs: false, names: ['Rui'] },
  ])
})

it('a reaction of ours from the handset has no name', () => {
  expect(groupReactions([ours('👍', null)])).toEqual([{ emoji: '👍', count: 1, isOurs: true, names: [null] }])
})
