import { numberCheckLimits } from '@balcao/domain/contact-lists'
import type { CompanyId, ContactListItemId } from '@balcao/domain/ids'
import { canonicalPhone } from '@balcao/domain/phone-number'
import type { PersonAddress } from '@balcao/whatsapp/gateway'
import { z } from 'zod'
import { type JobKind, jobKind } from '../../platform/jobs'
import type { CompanyWork } from '../../platform/work'
import type { WhatsappDirectory } from '../contacts/whatsapp-directory'
import {
  type ContactListItemRow,
  nextNumberChecks,
  saveFailedNumberChecks,
  saveNumberChecks,
} from './contact-list-items.queries'
import { recordContactListCounters, recordListItemChange } from './contact-lists.events'
import { lockContactLists } from './contact-lists.queries'
import { contactListItemView } from './contact-lists.view'

const taskName = 'contactLists.checkNumbers'

/** Enqueues the check of due numbers in all lists of the company. The job key replaces a waiting job. */
export function enqueueContactListNumberChecks(work: CompanyWork, afterSeconds = 0): void {
  const name = `contact numbers of ${work.companyId}`
  work.enqueue({
    task: taskName,
    payload: {},
    key: name,
    queue: name,
    runAt: new Date(work.now.getTime() + afterSeconds * 1000),
  })
}

type DueNumber = { id: ContactListItemId; number: string; phone: string }
type NumberCheckResult = { readonly number: string; readonly isValid: boolean }
type NumberAnswer = DueNumber & { readonly said: NumberCheckResult | 'nothing' }

/** Checks a few numbers and enqueues itself again after a pause. Checking a number twice is harmless. */
export function checkContactListNumbersJob(directory: WhatsappDirectory): JobKind {
  return jobKind({
    task: taskName,
    workerPool: 'phones',
    payload: z.object({}),
    async carryOut({ companyId, act, stopping }) {
      const due = await act(({ db }) => db.rows(nextNumberChecks, { limit: numberCheckLimits.atOnce }))
      if (due.length === 0) return
      const { answers, isCutOff } = await checkOnWhatsapp(directory, companyId, due, stopping)
      await act(async (work) => {
        await saveAnswers(work, answers)
        enqueueContactListNumberChecks(
          work,
          isCutOff ? numberCheckLimits.cutOffSeconds : numberCheckLimits.restSeconds,
        )
      })
    },
  })
}

async function checkOnWhatsapp(
  directory: WhatsappDirectory,
  companyId: CompanyId,
  due: readonly DueNumber[],
  stopping: AbortSignal,
): Promise<{ answers: NumberAnswer[]; isCutOff: boolean }> {
  const answers: NumberAnswer[] = []
  for (const one of due) {
    if (stopping.aborted) break
    // One failed query must not block the numbers after it.
    const found = await directory.lookUp(companyId, one.number).catch(() => 'failed' as const)
    if (found === 'unreachable') return { answers, isCutOff: true }
    answers.push({
      ...one,
      said: found === 'failed' ? 'nothing' : numberCheckResultOfAnswer(found, one.number),
    })
  }
  return { answers, isCutOff: false }
}

/** Returns WhatsApp's spelling of the number if the answer is about the same number; otherwise the number as typed. */
export function numberCheckResultOfAnswer(
  found: PersonAddress | 'unknown',
  number: string,
): NumberCheckResult {
  if (found === 'unknown') return { number, isValid: false }
  const { phone } = found
  const isSame = phone !== null && canonicalPhone(phone) === canonicalPhone(number)
  return { number: isSame ? phone : number, isValid: true }
}

async function saveAnswers(work: CompanyWork, answers: readonly NumberAnswer[]): Promise<void> {
  if (answers.length === 0) return
  await work.db.rows(lockContactLists, { itemIds: answers.map(({ id }) => id) })
  const inbound = answers.flatMap(({ said, ...due }) => (said === 'nothing' ? [] : [{ ...due, ...said }]))
  const unanswered = answers.flatMap(({ said, id }) => (said === 'nothing' ? [id] : []))
  const noted = await work.db.rows(saveNumberChecks, {
    ids: inbound.map(({ id }) => id),
    phones: inbound.map(({ phone }) => phone),
    numbers: inbound.map(({ number }) => number),
    areValid: inbound.map(({ isValid }) => isValid),
    at: work.now,
  })
  const failed = await work.db.rows(saveFailedNumberChecks, {
    ids: unanswered,
    mostTries: numberCheckLimits.mostTries,
    at: work.now,
  })
  await recordChecked(work, [...noted, ...failed])
}

async function recordChecked(work: CompanyWork, rows: readonly ContactListItemRow[]): Promise<void> {
  const lists = [...new Set(rows.map(({ contact_list_id }) => contact_list_id))]
  await recordContactListCounters(work, lists)
  for (const contactListId of lists) {
    const ofList = rows.filter(({ contact_list_id }) => contact_list_id === contactListId)
    recordListItemChange(work, { action: 'reload', contactListId, records: ofList.map(contactListItemView) })
  }
}
