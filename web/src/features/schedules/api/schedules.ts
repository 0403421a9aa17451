import type { ScheduleChangePayload } from '@balcao/contract/live'
import type { TemplateWithValues } from '@balcao/contract/message-templates'
import { reduceSchedules } from '@balcao/contract/record-reducers'
import {
  createSchedule,
  deleteSchedule,
  getScheduleReplyWindow,
  listSchedules,
  removeScheduleMedia,
  retrySchedule,
  type ScheduleView,
  type scheduleForm,
  updateSchedule,
  uploadScheduleMedia,
} from '@balcao/contract/schedules'
import type { ConnectionId, ContactId, ScheduleId } from '@balcao/domain/ids'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { isRefusal } from '../../../lib/api-error'
import { call, callWithFiles } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import type { ChosenFile } from '../../../ui/file-field'
import { showError, showToast } from '../../../ui/toasts'

interface ContactSchedules {
  readonly schedules: readonly ScheduleView[]
  /** Whether older schedules exist that are not loaded. */
  readonly hasMore: boolean
}

export const calendarQueryKey = ['schedules', 'calendar'] as const
const queryKeyOf = (contactId: ContactId) => ['schedules', 'of contact', contactId]

export function useContactSchedules(contactId: ContactId) {
  const client = useQueryClient()
  useLiveEvent('schedule', (event) => applyEvent(client, contactId, event))
  return useQuery({
    queryKey: queryKeyOf(contactId),
    queryFn: ({ signal }): Promise<ContactSchedules> =>
      call(listSchedules, { query: { contactId } }, { signal }),
    refetchOnMount: 'always', // an unmounted list reduced no events
  })
}

function applyEvent(client: QueryClient, contactId: ContactId, event: ScheduleChangePayload): void {
  client.setQueryData<ContactSchedules>(
    queryKeyOf(contactId),
    (list) => list && { ...list, schedules: reduceSchedules(list.schedules, event, contactId) },
  )
  void client.invalidateQueries({ queryKey: calendarQueryKey })
}

interface ScheduleDraft {
  readonly values: z.output<typeof scheduleForm>
  /** The template to send instead of the body; null sends the body, `kept` leaves the stored choice unchanged. */
  readonly template: TemplateWithValues | 'kept' | null
  readonly picture: ChosenFile
}

/**
 * Saves a schedule, then uploads its picture. If only the upload fails, the next try changes the created
 * schedule instead of creating another one.
 */
export function useSaveSchedule(schedule: ScheduleView | null) {
  const client = useQueryClient()
  const [id, setId] = useState<ScheduleId | null>(schedule?.id ?? null)
  const [uploaded, setUploaded] = useState<number>()
  const save = useMutation({
    mutationFn: async ({ values: { body: text, ...values }, template, picture }: ScheduleDraft) => {
      const content = template === 'kept' ? {} : template === null ? { body: text, template } : { template }
      // The server does not send a due schedule before its picture follows.
      const body = { ...values, ...content, pictureFollows: picture !== 'kept' }
      const stored =
        id === null
          ? await call(createSchedule, { body })
          : await call(updateSchedule, { params: { scheduleId: id }, body })
      setId(stored.id)
      const params = { scheduleId: stored.id }
      if (picture === 'kept') return stored
      if (picture === 'none') return call(removeScheduleMedia, { params })
      return callWithFiles(uploadScheduleMedia, { params }, [picture], { onProgress: setUploaded })
    },
    onSuccess: (schedules) => applyEvent(client, schedules.contactId, { action: 'update', schedules }),
    onSettled: () => setUploaded(undefined),
  })
  return { save: save.mutateAsync, uploaded }
}

/** The time until which a free text may be sent to a contact over a connection. */
export function useScheduleReplyWindow(contactId: ContactId, connectionId: ConnectionId) {
  return useQuery({
    queryKey: ['schedules', 'window', contactId, connectionId],
    queryFn: ({ signal }) =>
      call(getScheduleReplyWindow, { query: { contactId, whatsappId: connectionId } }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: 60_000, // each message of the contact opens it anew
  })
}

/** Retries a failed schedule. The server sends it once, however often the button is pressed. */
export function useRetrySchedule({ id: scheduleId }: Pick<ScheduleView, 'id'>) {
  const client = useQueryClient()
  const { t } = useTranslation('schedules')
  return useMutation({
    mutationFn: () => call(retrySchedule, { params: { scheduleId } }),
    onSuccess: (schedules) => {
      applyEvent(client, schedules.contactId, { action: 'update', schedules })
      showToast('success', t('sendingNow'))
    },
    onError: showError,
  })
}

/** Deletes a schedule. One that a colleague has just deleted counts as deleted. */
export function useDeleteSchedule({ id: scheduleId, contactId }: ScheduleView) {
  const client = useQueryClient()
  const { t } = useTranslation('schedules')
  const forget = () => applyEvent(client, contactId, { action: 'delete', scheduleId })
  return useMutation({
    mutationFn: () => call(deleteSchedule, { params: { scheduleId } }),
    onSuccess: () => {
      forget()
      showToast('success', t('deleted'))
    },
    onError: (error) => {
      if (isRefusal(error, 'ERR_NO_SCHEDULE_FOUND')) forget()
      showError(error)
    },
  })
}
