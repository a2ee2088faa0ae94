def main():
    n = 16
    d = [0] * 256
    seed = 1
    s = 0
    r = 0
    while r < 1000:
        i = 0
        while i < n * n:
            seed = seed * 25173 + 13849
            seed = seed - seed // 65536 * 65536
            d[i] = seed // 64 + 1
            i = i + 1
        k = 0
        while k < n:
            i = 0
            while i < n:
                j = 0
                while j < n:
                    via = d[i * n + k] + d[k * n + j]
                    if via < d[i * n + j]:
                        d[i * n + j] = via
                    j = j + 1
                i = i + 1
            k = k + 1
        s = s + d[5] + d[100] + d[250]
        r = r + 1
    return s
print(main())
