import type { CampaignView } from '@balcao/contract/campaigns'
import type { ContactListId, TagId } from '@balcao/domain/ids'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../ui/choice-field'
import { useContactListChoices, useTagChoices } from './api/choices'
import styles from './campaigns.module.css'

interface Audience {
  readonly contactListId: ContactListId | null
  /**
   * The tag whose contacts the server copies into a new list, as the audience; null for no tag. Undefined
   * keeps the stored tag without copying its contacts again.
   */
  readonly tagListId?: TagId | null | undefined
}

interface AudienceFieldProps {
  readonly campaign: CampaignView | null
  readonly disabled: boolean
  readonly contactListId: unknown
  readonly tagListId: unknown
  readonly onChange: (audience: Audience) => void
}

export function CampaignAudienceField(props: AudienceFieldProps) {
  const { campaign, disabled, contactListId, tagListId, onChange } = props
  const { t } = useTranslation('campaigns')
  const [kind, setKind] = useState<'list' | 'tag'>('list')
  const { data: known = [] } = useContactListChoices()
  const { data: tags = [] } = useTagChoices()
  const own = campaign?.contactList
  const lists = own && !known.some(({ id }) => id === own.id) ? [own, ...known] : known
  const listChosen = (chosen: ContactListId | null) =>
    onChange({
      contactListId: chosen,
      ...(campaign?.tagListId != null && chosen !== campaign.contactListId && { tagListId: null }),
    })

  return (
    <div className={styles.pair}>
      <SelectField<'list' | 'tag'>
        label={t('audience')}
        disabled={disabled}
        value={kind}
        choices={[
          { value: 'list', name: t('audienceList') },
          { value: 'tag', name: t('audienceTag') },
        ]}
        onChange={(chosen) => {
          setKind(chosen)
          if (chosen === 'list') listChosen(campaign?.contactListId ?? null)
        }}
      />
      {kind === 'list' ? (
        <SelectField<ContactListId | ''>
          label={t('contactList')}
          disabled={disabled}
          value={lists.find(({ id }) => id === contactListId)?.id ?? ''}
          choices={[
            { value: '', name: t('chooseList') },
            ...lists.map(({ id, name }) => ({ value: id, name })),
          ]}
          onChange={(chosen) => listChosen(chosen === '' ? null : chosen)}
        />
      ) : (
        <SelectField<TagId | ''>
          label={t('tag')}
          help={t('tagHelp')}
          disabled={disabled}
          value={tags.find(({ id }) => id === tagListId)?.id ?? ''}
          choices={[
            { value: '', name: t('chooseTag') },
            ...tags.map(({ id, name, color }) => ({ value: id, name, color })),
          ]}
          onChange={(chosen) => onChange({ contactListId: null, tagListId: chosen === '' ? null : chosen })}
        />
      )}
    </div>
  )
}
