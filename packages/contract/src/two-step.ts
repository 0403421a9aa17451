import type { UserId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { idParam, resultMessageAnswer } from './wire-values'

/** A six-digit code of the authenticator app, or a recovery code. The server ignores spaces and hyphens. */
const twoStepCode = z.string().max(40)

const proof = z.object({ password: z.string().max(200), code: twoStepCode })
/** The only answer that shows these codes: the server stores only their hashes. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
const userIdParams = z.object({ userId: idParam<UserId>() })

export const getTwoStepStatus = endpoint('GET /users/:userId/two-step', {
  name: 'twoStep.read',
  summary: 'Whether signing in asks a user for a code; users their own, admins those of all',
  access: 'session',
  planFlag: 'none',
  closedToSupport: true,
  params: userIdParams,
  answer: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number().int() }),
  errors: ['ERR_NO_USER_FOUND', 'ERR_NO_PERMISSION'],
})

export const beginTwoStepSetup = endpoint('POST /auth/two-step', {
  name: 'twoStep.begin',
  summary: 'A new secret for the app on the own phone; nothing is asked for until it is confirmed',
  access: 'session',
  planFlag: 'none',
  closedToSupport: true,
  answer: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['ERR_NO_USER_FOUND', 'ERR_TWO_STEP_STATE'],
})

export const confirmTwoStepSetup = endpoint('POST /auth/two-step/confirm', {
  name: 'twoStep.confirm',
  summary: 'Switches the own second step on with a right code, and gives the recovery codes',
  access: 'session',
  planFlag: 'none',
  closedToSupport: true,
  body: z.object({ code: twoStepCode }),
  answer: recoveryCodes,
  errors: ['ERR_NO_USER_FOUND', 'ERR_TWO_STEP_STATE', 'ERR_TWO_STEP_CODE_WRONG', 'ERR_TOO_MANY_ATTEMPTS'],
})

export const renewRecoveryCodes = endpoint('POST /auth/two-step/recovery-codes', {
  name: 'twoStep.renewRecoveryCodes',
  summary: 'New recovery codes in place of the old ones',
  access: 'session',
  planFlag: 'none',
  closedToSupport: true,
  body: proof,
  answer: recoveryCodes,
  errors: [
    'ERR_NO_USER_FOUND',
    'ERR_TWO_STEP_STATE',
    'ERR_PASSWORD_WRONG',
    'ERR_TWO_STEP_CODE_WRONG',
    'ERR_TOO_MANY_ATTEMPTS',
  ],
})

export const disableTwoStep = endpoint('POST /auth/two-step/switch-off', {
  name: 'twoStep.switchOff',
  summary: 'Switches the own second step off',
  access: 'session',
  planFlag: 'none',
  closedToSupport: true,
  body: proof,
  answer: resultMessageAnswer,
  errors: [
    'ERR_NO_USER_FOUND',
    'ERR_TWO_STEP_STATE',
    'ERR_PASSWORD_WRONG',
    'ERR_TWO_STEP_CODE_WRONG',
    'ERR_TOO_MANY_ATTEMPTS',
  ],
})

export const resetTwoStep = endpoint('DELETE /users/:userId/two-step', {
  name: 'twoStep.reset',
  summary: 'Switches off the second step of a user who lost the phone and the recovery codes',
  access: 'users.manage',
  planFlag: 'none',
  closedToSupport: true,
  params: userIdParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_USER_FOUND', 'ERR_OWN_ACCOUNT', 'ERR_TWO_STEP_STATE'],
})
