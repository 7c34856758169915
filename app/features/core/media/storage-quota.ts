export interface StorageQuota {
  usedBytes: number;
  quotaBytes: number | null;
}
