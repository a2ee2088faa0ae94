/*
 * Shared objects: there are none.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>

void *dlopen(const char *file, int mode) { return 0; }
void *dlsym(void *restrict handle, const char *restrict name) { return 0; }
int dlclose(void *handle) { return 0; }
int dladdr(const void *address, Dl_info *info) { return 0; }
char *dlerror(void) { return "analysed programs have no shared objects"; }
int dl_iterate_phdr(int (*callback)(struct dl_phdr_info *, size_t, void *), void *data) { return 0; }
