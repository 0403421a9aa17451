-- Gigabytes of files that a company of this plan may store; null is no limit but the disk.
alter table plans add column storage_gigabytes integer check (storage_gigabytes > 0);
