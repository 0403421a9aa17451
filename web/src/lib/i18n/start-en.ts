export default import.meta.glob<Record<string, unknown>>(
  './en/{announcements,chats,common,errors,shell,tickets}.json',
  { eager: true, import: 'default' },
)
