import { expect, it } from 'vitest'
import { parseContactNumber } from './addresses'

it.each([
  ['555199887766', false, [], [{ kind: 'phone', value: '5551999887766' }], '555199887766'],
  ['120363041234567890', false, [], [{ kind: 'group', value: '120363041234567890' }], '120363041234567890'],
  [
    '5551999887766-1600000000@g.us',
    true,
    [],
    [{ kind: 'group', value: '5551999887766-1600000000' }],
    '55519998877661600000000',
  ],
  ['123456789012345@lid', false, [], [{ kind: 'lid', value: '123456789012345' }], ''],
  ['999', false, [], [{ kind: 'lid', value: '999' }], ''],
  [
    '5551999887766',
    false,
    ['77@lid'],
    [
      { kind: 'phone', value: '5551999887766' },
      { kind: 'lid', value: '77' },
    ],
    '5551999887766',
  ],
  ['abc', false, [], [], ''],
])('%s (group: %s, LIDs: %j) is known by %j', (number, isGroup, lids, addresses, shown) => {
  expect(parseContactNumber(number, isGroup, lids, (digits) => digits === '999')).toEqual({
    addresses,
    number: shown,
  })
})
