import { describe, expect, it, test } from 'vitest'
import { campaignPaceOptions, defaultCampaignSettings, mayAddCampaignVariable } from './campaign-settings'
import {
  type CampaignStatus,
  campaignProgressPercent,
  campaignStatusAfterSaving,
  campaignStatuses,
  mayCancelCampaign,
  mayChangeCampaign,
  mayDeleteCampaign,
  mayRestartCampaign,
  mayStartCampaign,
} from './campaigns'

const now = new Date('2026-11-22T15:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const states = (may: (status: CampaignStatus) => boolean) => campaignStatuses.filter(may)

test('CAMP-03 there are five statuses', () => {
  expect(campaignStatuses).toEqual(['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'])
})

describe('CAMP-05 saving', () => {
  test.each<[CampaignStatus, Date | null, CampaignStatus]>([
    ['INATIVA', null, 'INATIVA'],
    ['INATIVA', inMinutes(90), 'PROGRAMADA'],
    ['PROGRAMADA', null, 'INATIVA'],
    ['PROGRAMADA', inMinutes(90), 'PROGRAMADA'],
    ['CANCELADA', inMinutes(90), 'CANCELADA'],
    ['CANCELADA', null, 'CANCELADA'],
  ])('of %s with the time %s gives %s', (status, scheduledAt, after) => {
    expect(campaignStatusAfterSaving({ status, scheduledAt })).toBe(after)
  })

  it('only an inactive or planned campaign starts', () => {
    expect(states((status) => mayStartCampaign({ status }))).toEqual(['INATIVA', 'PROGRAMADA'])
  })
})

test('CAMP-06 CAMP-07 running is cancelled, not deleted; cancelled or paused is resumed', () => {
  const restarts = (pausedBecause: 'ERR_WAPP_MSG_RESTRICTED' | null) =>
    states((status) => mayRestartCampaign({ status, pausedBecause }))

  expect(states((status) => mayCancelCampaign({ status }))).toEqual(['EM_ANDAMENTO'])
  expect(restarts(null)).toEqual(['CANCELADA'])
  expect(restarts('ERR_WAPP_MSG_RESTRICTED')).toEqual(['EM_ANDAMENTO', 'CANCELADA'])
  expect(states((status) => mayDeleteCampaign({ status }))).toEqual([
    'INATIVA',
    'PROGRAMADA',
    'CANCELADA',
    'FINALIZADA',
  ])
})

test.each<[CampaignStatus, number | null, boolean]>([
  ['INATIVA', null, true],
  ['PROGRAMADA', 61, true],
  ['PROGRAMADA', 60, false],
  ['PROGRAMADA', 5, false],
  ['EM_ANDAMENTO', null, false],
  ['CANCELADA', 5, true],
  ['FINALIZADA', null, false],
])('CAMP-08 %s, planned in %s minutes: may be changed is %s', (status, minutes, may) => {
  const scheduledAt = minutes === null ? null : inMinutes(minutes)
  expect(mayChangeCampaign({ status, scheduledAt }, now)).toBe(may)
})

test.each([
  [0, 0, 0],
  [0, 8, 0],
  [2, 8, 25],
  [8, 8, 100],
  [9, 8, 100],
])('CAMP-33 %s delivered of %s valid is %s percent', (delivered, valid, percent) => {
  expect(campaignProgressPercent({ delivered, valid })).toBe(percent)
})

test('CAMP-19 CAMP-21 CAMP-22 CAMP-23 CAMP-24 the permitted values and the defaults', () => {
  const long = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120]
  expect(campaignPaceOptions).toEqual({
    messageInterval: [0, 5, 10, 15, 20],
    longerIntervalAfter: long,
    greaterInterval: long,
  })
  expect(defaultCampaignSettings).toMatchObject({
    messageInterval: 20,
    longerIntervalAfter: 20,
    greaterInterval: 60,
    variables: [],
  })
})

test('CAMP-27 a variable is added once, and not without a name', () => {
  const variables = [{ key: 'cupom', value: 'NATAL10' }]

  expect(mayAddCampaignVariable(variables, 'prazo')).toBe(true)
  expect(mayAddCampaignVariable(variables, ' cupom ')).toBe(false)
  expect(mayAddCampaignVariable(variables, '  ')).toBe(false)
})
