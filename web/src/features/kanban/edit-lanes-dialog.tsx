import { createTag, deleteTag, type TagView, updateTag } from '@balcao/contract/tags'
import { limits } from '@balcao/domain/limits'
import { useQueryClient } from '@tanstack/react-query'
import { Tags } from 'lucide-react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call'
import { Button } from '../../ui/button'
import { ColourPicker } from '../../ui/colour-picker'
import { AppDialog } from '../../ui/dialog'
import { NameWithColourDot } from '../../ui/dot-name'
import { FormDialog } from '../../ui/form-dialog'
import { EditableRecordTable } from '../../ui/kept-records'
import { TextField } from '../../ui/text-field'
import { showError } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { boardQueryKey, useLaneTags } from './api/board'

export function EditLanesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('kanban')
  const queries = useQueryClient()
  const query = useLaneTags()
  const renew = () => queries.invalidateQueries({ queryKey: [boardQueryKey] })
  return (
    <AppDialog
      title={t('edit')}
      open
      onClose={onClose}
      width={560}
      actions={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <EditableRecordTable
        query={query}
        nameOf={({ name }) => name}
        words={{
          list: t('lanes'),
          add: t('addLane'),
          edit: (name) => t('editLane', { name }),
          remove: (name) => t('deleteLane', { name }),
          removeTitle: (name) => t('deleteTitle', { name }),
          removeMeaning: t('deleteMeaning'),
        }}
        empty={{ icon: Tags, title: t('emptyTitle'), text: t('emptyText') }}
        columns={[
          {
            key: 'name',
            title: t('laneName'),
            onPhone: 'head',
            cell: ({ name, color }) => <NameWithColourDot name={name} color={color} />,
          },
        ]}
        form={(tag, close) => <LaneForm tag={tag} onClose={close} onSaved={renew} />}
        onRemove={async ({ id }) => {
          await call(deleteTag, { params: { tagId: id } }).catch(failed)
          await renew()
        }}
      />
    </AppDialog>
  )
}

interface LaneFormProps {
  readonly tag: TagView | null
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

function LaneForm({ tag, onClose, onSaved }: LaneFormProps) {
  const { t } = useTranslation('kanban')
  const { register, control, handleSubmit, formState } = useForm({
    defaultValues: { name: tag?.name ?? '', color: tag?.color ?? limits.tagName.colour },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: { name: string; color: string }) => {
    const body = { ...values, kanban: 1 as const }
    const saved =
      tag === null ? call(createTag, { body }) : call(updateTag, { params: { tagId: tag.id }, body })
    const { id, kanban } = await saved.catch(failed)
    // If a tag of this name exists, `createTag` returns it unchanged, so this makes it a lane.
    if (kanban === 0) await call(updateTag, { params: { tagId: id }, body }).catch(failed)
    await onSaved()
    onClose()
  })
  return (
    <FormDialog
      title={tag === null ? t('addLane') : t('editLane', { name: tag.name })}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
    >
      <TextField
        label={t('laneName')}
        autoFocus
        error={formState.errors.name?.message}
        maxLength={limits.tagName.max}
        {...register('name', {
          validate: (name) =>
            name.trim() === '' ? t('required') : name.trim().length >= limits.tagName.min || t('tooShort'),
        })}
      />
      <Controller
        control={control}
        name="color"
        render={({ field }) => (
          <ColourPicker label={t('colour')} value={field.value} onChange={field.onChange} />
        )}
      />
    </FormDialog>
  )
}

function failed(error: unknown): never {
  showError(error)
  throw error
}
