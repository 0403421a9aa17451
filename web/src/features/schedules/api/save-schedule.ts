import {
  createSchedule,
  putScheduleMedia,
  removeScheduleMedia,
  type ScheduleView,
  type scheduleForm,
  updateSchedule,
} from '@balcao/contract/schedules'
import type { ScheduleId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { call, upload } from '../../../lib/call'
import { takeIn } from './list-schedules'

/** The picture of a schedule: unchanged, removed, or a new file. */
export type Picture = 'kept' | 'none' | File

interface Draft {
  readonly values: z.output<typeof scheduleForm>
  readonly picture: Picture
}

/**
 * Creates or changes a schedule, then its picture. When only the picture failed, the next try changes the schedule that was
 * created instead of creating a second one. The dialog handles refusals.
 */
export function useSaveSchedule(schedule: ScheduleView | null) {
  const client = useQueryClient()
  const [id, setId] = useState<ScheduleId | null>(schedule?.id ?? null)
  const [uploaded, setUploaded] = useState<number>()
  const save = useMutation({
    mutationFn: async ({ values, picture }: Draft) => {
      const body = { ...values, pictureFollows: picture !== 'kept' } // a due schedule is not sent without its picture
      const stored =
        id === null
          ? await call(createSchedule, { body })
          : await call(updateSchedule, { params: { scheduleId: id }, body })
      setId(stored.id)
      return picture === 'kept' ? stored : withPicture(stored, picture, setUploaded)
    },
    onSuccess: (schedules) => takeIn(client, schedules.contactId, { action: 'update', schedules }),
    onSettled: () => setUploaded(undefined),
  })
  return { save: save.mutateAsync, uploaded }
}

async function withPicture(
  { id: scheduleId }: ScheduleView,
  picture: Exclude<Picture, 'kept'>,
  onProgress: (share: number) => void,
): Promise<ScheduleView> {
  const params = { scheduleId }
  return picture === 'none'
    ? call(removeScheduleMedia, { params })
    : upload(putScheduleMedia, { params }, [picture], { onProgress })
}
