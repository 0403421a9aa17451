import type { TagId } from '@balcao/domain/ids'
import { expect, it } from 'vitest'
import { tagOptions } from './tag-field'

// Fixtures may brand an id, hence the cast.
const tag = (id: number, name: string) => ({ id: id as TagId, name, color: '#A4CCCC' })
const tags = [tag(1, 'Orçamento'), tag(2, 'VIP'), tag(3, 'Sob medida')]
const words = (chosen: typeof tags, typed: string) =>
  tagOptions(tags, chosen, typed).map((option) =>
    option.kind === 'new' ? `+${option.name}` : option.tag.name,
  )

it.each([
  ['', ['Orçamento', 'VIP', 'Sob medida']],
  ['orca', ['Orçamento', '+orca']],
  ['vip', ['VIP']],
  ['  Troca ', ['+Troca']],
])('typing %j offers %j', (typed, offered) => {
  expect(words([], typed)).toEqual(offered)
})

it('offers no chosen tag again, not even as a new one', () => {
  expect(words([tag(2, 'VIP')], 'vip')).toEqual([])
})
