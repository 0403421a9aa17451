import type { ShareProblem } from '@balcao/contract/share'
import { limits } from '@balcao/domain/limits'
import type { TFunction } from 'i18next'

/** Why a share was refused, and what the person can do. */
export function problemText(problem: ShareProblem, t: TFunction<'shares'>): string {
  const { waiting, bytes } = limits.share
  return t(`problems.${problem}`, { waiting, megabytes: bytes / 2 ** 20 })
}
