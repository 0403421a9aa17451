import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { graphErrorKindOf, graphErrorOf } from './graph-error'

describe('the kind of an error', () => {
  test.each([
    [0, 'token-gone'],
    [190, 'token-gone'],
    [10, 'not-allowed'],
    [200, 'not-allowed'],
    [299, 'not-allowed'],
    [131005, 'not-allowed'],
    [4, 'too-fast'],
    [80007, 'too-fast'],
    [130429, 'too-fast'],
    [131056, 'too-fast-to-person'],
    [131048, 'flagged-as-spam'],
    [131047, 'window-closed'],
    [131026, 'undeliverable'],
    [131049, 'undeliverable'],
    [131050, 'opted-out'],
    [131062, 'needs-phone'],
    [134100, 'marketing-not-allowed'],
    [100, 'wrong-order'],
    [131051, 'wrong-order'],
    [132001, 'template-wrong'],
    [132015, 'template-asleep'],
    [132068, 'flow'],
    [131053, 'media'],
    [131031, 'account-locked'],
    [131042, 'payment'],
    [133010, 'registration'],
    [133005, 'pin'],
    [134101, 'syncing'],
    [131000, 'meta-trouble'],
    [2593107, 'history'],
    [300, 'unknown'],
  ] as const)('code %i is %s', (code, kind) => {
    expect(graphErrorKindOf(code)).toBe(kind)
  })

  test('a subcode of six digits or more is more precise than its code', () => {
    expect(graphErrorKindOf(100, 2388040)).toBe('template-refused')
    expect(graphErrorKindOf(100, 33)).toBe('wrong-order')
    expect(graphErrorKindOf(100, 9999999)).toBe('wrong-order')
  })
})

describe('the error in an answer', () => {
  test('has codes, details and trace, and none of them in its message but the codes', () => {
    const error = graphErrorOf(
      400,
      {
        error: {
          message: '(#131009) Parameter value is not valid',
          type: 'OAuthException',
          code: 131009,
          error_subcode: 2494010,
          error_data: { messaging_product: 'whatsapp', details: 'to +5511988887777' },
          fbtrace_id: 'AbC',
        },
      },
      '7',
    )

    expect(error).toMatchObject({
      status: 400,
      code: 131009,
      subcode: 2494010,
      details: 'to +5511988887777',
      traceId: 'AbC',
      retryAfterMs: 7_000,
      kind: 'wrong-order',
      isUnclear: false,
    })
    expect(error.message).toBe('the Graph API answered 400 with code 131009/2494010')
  })

  test('a 5xx, a code of trouble and an unreadable 200 leave open whether the call was carried out', () => {
    expect(graphErrorOf(503, undefined, null)).toMatchObject({
      kind: 'meta-trouble',
      isUnclear: true,
      code: null,
    })
    expect(graphErrorOf(400, { error: { code: 131000 } }, null).isUnclear).toBe(true)
    expect(graphErrorOf(500, { error: { code: 100 } }, null).isUnclear).toBe(true)
    expect(graphErrorOf(200, undefined, null).isUnclear).toBe(true)
    expect(graphErrorOf(403, '<html>', null)).toMatchObject({ kind: 'unknown', isUnclear: false })
  })

  test('reads any body', () => {
    fc.assert(
      fc.property(fc.anything(), fc.option(fc.string()), (body, retryAfter) => {
        expect(graphErrorOf(400, body, retryAfter).status).toBe(400)
        expect(graphErrorOf(400, { error: body }, retryAfter).status).toBe(400)
      }),
    )
  })
})
