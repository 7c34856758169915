export const noFiles = {
  technique: 'No Files Selected: Please select at least one image or video of your technique.',
  phone: 'No files selected: Please select at least one image to upload',
  singleImage: 'No File Selected: Please select an image to upload',
} as const;
