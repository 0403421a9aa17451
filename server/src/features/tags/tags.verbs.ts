import type { ParsedInputOf } from '@balcao/contract/endpoint'
import type * as calls from '@balcao/contract/tags'
import type { TagId } from '@balcao/domain/ids'
import { hasPermission } from '@balcao/domain/permissions'
import { refuseUniqueViolation } from '../../platform/database/refuse-taken'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { tagChanged, tagDeleted } from './tags.events'
import { insertTag, lockTag, removeTag, saveTag, type TagRow, tagByName } from './tags.queries'
import { readTag } from './tags.read'
import { tagWithUsageView } from './tags.view'

type TagForm = ParsedInputOf<typeof calls.createTag>['body']
type TagChange = ParsedInputOf<typeof calls.updateTag>['body']

/** Creates a tag, or returns the existing one of that name (TAG-09), even if a concurrent call created it. */
export async function createTag(
  work: PersonWork,
  { name, color, kanban }: TagForm,
): Promise<calls.TagWithUsageView> {
  const isLane = kanban === 1 && hasPermission(work.actor, 'tags.editKanban')
  const created = await work.db.row(insertTag, {
    name,
    color,
    kanban: isLane,
    userId: work.actor.userId,
    at: work.now,
  })
  if (created === null) return tagWithUsageView(await work.db.one(tagByName, { name }))

  const tag = await readTag(work, created.id)
  work.record(tagChanged, { action: 'create', tag })
  return tag
}

export async function updateTag(
  work: PersonWork,
  id: TagId,
  change: TagChange,
): Promise<calls.TagWithUsageView> {
  const before = await tagToChange(work, id)
  const name = change.name ?? before.name
  const namesake = await work.db.row(tagByName, { name })
  if (namesake !== null && namesake.id !== id) throw refuse('ERR_TAG_NAME_ALREADY_EXISTS')
  const maySetLane = change.kanban !== undefined && hasPermission(work.actor, 'tags.editKanban')
  const isLane = maySetLane ? change.kanban === 1 : before.kanban

  await work.db
    .run(saveTag, { id, name, color: change.color ?? before.color, kanban: isLane, at: work.now })
    .catch(refuseUniqueViolation('tags_name', 'ERR_TAG_NAME_ALREADY_EXISTS'))

  const tag = await readTag(work, id)
  work.record(tagChanged, { action: 'update', tag })
  return tag
}

/** Deletes the tag and removes it from its tickets (TAG-11); pages remove it when they get the event. */
export async function deleteTag(work: PersonWork, id: TagId): Promise<void> {
  const { name } = await tagToChange(work, id)
  await work.db.run(removeTag, { id })
  await recordAudit(work, { act: 'tag.deleted', subject: { id, name } })
  work.record(tagDeleted, { tagId: id })
}

/** Loads and locks a tag. All users may change tags (PERM-16), but lanes of the board only supervisors and admins. */
async function tagToChange(work: PersonWork, id: TagId): Promise<TagRow> {
  const tag = rowOrRefuse(await work.db.row(lockTag, { id }), 'ERR_NO_TAG_FOUND')
  if (tag.kanban && !hasPermission(work.actor, 'tags.editKanban')) throw refuse('ERR_NO_PERMISSION')
  return tag
}
