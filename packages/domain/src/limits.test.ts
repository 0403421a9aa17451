import { describe, expect, it } from 'vitest'
import { limits } from './limits'

// What follows these constants is asserted where it happens; here stand the numbers of the documents themselves.
describe('the numbers of the documents', () => {
  it('CONST-02 timers, in milliseconds', () => {
    expect(limits).toMatchObject({
      searchDebounce: 500,
      submitDelay: 400,
      adminSubmitDelay: 500,
      userStatusEvery: 300_000,
      socketPing: 18_000,
      reloadAfterElsewhere: 1_000,
      redirectAfterRefusal: 1_000,
      connectionAlertAfter: 2_000,
      returnAfterPayment: 4_000,
      reloadAfterCampaign: 5_000,
      toast: { usual: 2_000, onOutbound: 3_000 },
    })
  })

  it('CONST-03 scroll distances, in pixels', () => {
    expect(limits).toMatchObject({
      olderMessagesAtPixels: 50,
      listEndPixels: 100,
      chat: { olderAtPixels: 600 },
    })
  })

  it('CONST-05 lengths, in characters', () => {
    expect(limits).toMatchObject({
      name: { min: 2, max: 50 },
      password: { min: 5, max: 50 },
      contactNumber: { min: 8, max: 50 },
      note: { min: 2 },
      colour: { min: 3, max: 9 },
    })
  })
})
