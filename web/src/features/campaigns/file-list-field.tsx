import type { FileListView } from '@balcao/contract/file-lists'
import Autocomplete from '@mui/material/Autocomplete'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/field'
import { useFileListChoices } from './api/choices'

interface FileListFieldProps {
  readonly chosen: Pick<FileListView, 'id' | 'name'> | null
  readonly disabled: boolean
  readonly onChoose: (list: FileListView | null) => void
}

/** Chooses the file list (CAMP-16): from the first page by name, or by typing a part of its name. */
export function FileListField({ chosen, disabled, onChoose }: FileListFieldProps) {
  const { t } = useTranslation('campaigns')
  const [text, setText] = useState(chosen?.name ?? '')
  const { lists, isSearching } = useFileListChoices(text === chosen?.name ? '' : text)
  return (
    <Field label={t('fileList')} help={t('fileListHelp')}>
      {(naming) => (
        <Autocomplete<Pick<FileListView, 'id' | 'name'>>
          id={naming.id}
          disabled={disabled}
          value={chosen}
          inputValue={text}
          options={lists}
          filterOptions={(all) => all} // the server has searched
          openOnFocus
          loading={isSearching}
          loadingText={t('common:loading')}
          noOptionsText={t('noFileListFound')}
          onInputChange={(_, next) => setText(next)}
          onChange={(_, next) => onChoose(lists.find(({ id }) => id === next?.id) ?? null)}
          getOptionKey={({ id }) => id}
          getOptionLabel={({ name }) => name}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          renderInput={({ slotProps, id, disabled: isOff, fullWidth }) => (
            <OutlinedInput
              {...slotProps.input}
              id={id}
              disabled={isOff}
              fullWidth={fullWidth}
              placeholder={t('noFileList')}
              inputProps={{ ...slotProps.htmlInput, 'aria-describedby': naming['aria-describedby'] }}
            />
          )}
        />
      )}
    </Field>
  )
}
